/** Reading of what the page carries: the scene's form (JSON) and its packed arrays. */

const READERS = { f4: Float32Array, f8: Float64Array, u4: Uint32Array };

/** Bytes of a base64 text; line breaks and blanks do not matter. */
function bytesOf(text) {
  const raw = atob(text.replace(/\s+/g, ""));
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

async function inflate(bytes) {
  if (bytes.length === 0) return new ArrayBuffer(0);
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser is too old to unpack the data; one of 2023 or later can");
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

/** The form and a function that gives the typed array behind a reference. */
export async function decode(formText, dataText) {
  const form = JSON.parse(formText);
  if (form.format !== "linkwork-scene") throw new Error("the page holds no Linkwork scene");
  if (form.version !== 1) {
    throw new Error(`scene version ${form.version} is unknown to this player (it reads 1)`);
  }
  const buffer = await inflate(bytesOf(dataText));
  return { form, array: (ref) => arrayAt(buffer, ref) };
}

function arrayAt(buffer, ref) {
  const Reader = ref && READERS[ref.type];
  if (!Reader) throw new Error("a reference to the scene's data has no known type");
  const count = ref.shape.reduce((product, n) => product * n, 1);
  if (count === 0) return new Reader(0);
  if (ref.at + count * Reader.BYTES_PER_ELEMENT > buffer.byteLength) {
    throw new Error("the scene's data is shorter than its form says");
  }
  return new Reader(buffer, ref.at, count);
}
