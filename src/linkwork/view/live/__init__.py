"""Watching a system in the browser while it is being solved."""

from linkwork.view.live.live_view import LiveView as LiveView
