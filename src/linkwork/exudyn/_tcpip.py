"""Doubles over a socket, to couple a run with another program."""

from __future__ import annotations

import socket
import struct
import time


class TCPIPdata:
    """An open connection."""

    def __init__(
        self,
        sendSize,
        receiveSize,
        packerSend,
        packerReceive,
        socketTCP,
        connection,
        address,
        lastReceiveTime,
    ):
        self.sendSize, self.receiveSize = sendSize, receiveSize
        self.packerSend, self.packerReceive = packerSend, packerReceive
        self.socket, self.connection, self.address = socketTCP, connection, address
        self.lastReceiveTime = lastReceiveTime


def CreateTCPIPconnection(
    sendSize, receiveSize, IPaddress="127.0.0.1", port=52421, bigEndian=False, verbose=False
):
    """Wait for a partner that connects to the port; sizes are numbers of doubles."""
    order = ">" if bigEndian else "<"
    packers = (struct.Struct(f"{order}{count}d") for count in (sendSize, receiveSize))
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind((IPaddress, port))
    listening.listen(1)
    if verbose:
        print(f"waiting for a connection to {IPaddress}:{port}")
    connection, address = listening.accept()
    return TCPIPdata(sendSize, receiveSize, *packers, listening, connection, address, 0.0)


def TCPIPsendReceive(TCPIPobject, sendData):
    """Send numbers, wait for those of the partner and return them as a tuple."""
    if len(sendData) != TCPIPobject.sendSize:
        raise ValueError(
            f"TCPIPsendReceive: sendSize is {TCPIPobject.sendSize}, got {len(sendData)} numbers"
        )
    TCPIPobject.connection.sendall(TCPIPobject.packerSend.pack(*sendData))
    wanted, received = TCPIPobject.packerReceive.size, b""
    while len(received) < wanted:
        piece = TCPIPobject.connection.recv(wanted - len(received))
        if not piece:
            raise ConnectionError("the partner has closed the connection")
        received += piece
    TCPIPobject.lastReceiveTime = time.time()
    return TCPIPobject.packerReceive.unpack(received)


def CloseTCPIPconnection(TCPIPobject):
    """Close the connection."""
    TCPIPobject.connection.close()
    TCPIPobject.socket.close()
