"""A visitor without a browser: the page's own protocol, protobuf messages over a WebSocket, for tests of many at once.

A browser sends the state of every control with every run; this one sends those it has changed, the others keep on the
server what the page gave them. It keeps no messages, so the server sends each of them whole.
"""

import asyncio
import json
import re
import time
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from http.cookiejar import CookieJar
from types import TracebackType

import websockets
from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Common_pb2 import UploadedFileInfo
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

PATIENCE = 120.0  # seconds that one answer may take
_WHOLE = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)


class WireError(Exception):
    """The server did not do what a visitor asked for."""


class Visitor:
    """One session. `heard` is called with the bytes of each message and each file; `faults` is what went wrong."""

    def __init__(
        self, address: str, heard: Callable[[bytes], object] = len, headers: Mapping[str, str] | None = None
    ) -> None:
        """`address` is that of the page, without a slash at its end; `headers` are what a proxy ahead of it adds."""
        self.address = address
        self.headers = dict(headers or {})
        self.faults: list[str] = []
        self.texts: dict[str, str] = {}  # place on the page -> what a line of plain text there says
        self.notes: dict[str, str] = {}  # place on the page -> Markdown there, and what the page remarks
        self.fields: dict[str, str] = {}  # key of a field that can be copied -> what is in it: links and keys
        self._cookies = CookieJar()
        self._http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._cookies))
        self._heard = heard
        self._widgets: dict[str, str] = {}  # key without its version -> id
        self._fragments: dict[str, str] = {}  # id -> the fragment it is drawn in
        self._files: dict[str, str] = {}  # key -> id of a file that is made when it is asked for
        self._states: dict[str, WidgetState] = {}
        self._query = ""
        self._session = ""
        self._socket: websockets.ClientConnection | None = None

    async def __aenter__(self) -> "Visitor":
        self._socket = await websockets.connect(
            f"{self.address.replace('http', 'ws', 1)}/_stcore/stream",
            subprotocols=[websockets.Subprotocol("streamlit")],
            additional_headers=self.headers,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._socket:
            await self._socket.close()

    # --- what a visitor does: each returns the seconds from sending to the end of the run -------------------------

    async def open(self, query: str = "") -> float:
        """Open the page."""
        self._query = query
        return await self._run()

    async def press(self, key: str) -> float:
        """A button."""
        return await self._run(WidgetState(id=self._id(key), trigger_value=True))

    async def write(self, key: str, text: str) -> None:
        """Into a box of a form: it is sent with the button of the form."""
        ident = self._id(key)
        self._states[ident] = WidgetState(id=ident, string_value=text)

    async def choose(self, key: str, value: str) -> float:
        """A tab, or one of several."""
        return await self._run(WidgetState(id=self._id(key), string_value=value))

    async def count(self, key: str, value: int) -> float:
        """A number, in its box."""
        return await self._run(WidgetState(id=self._id(key), int_value=value))

    async def slide(self, key: str, value: float) -> float:
        """A slider with one end."""
        state = WidgetState(id=self._id(key))
        state.double_array_value.data.append(value)
        return await self._run(state)

    async def download(self, key: str) -> tuple[bytes, float]:
        """The file of a button that is on the page, and the seconds it took to fetch."""
        began = time.perf_counter()
        data = await asyncio.to_thread(self._get, self._files[key])
        self._heard(data)
        return data, time.perf_counter() - began

    async def upload(self, key: str, name: str, data: bytes) -> float:
        """A file, with the token of the page, as a browser sends it."""
        ident, message = self._id(key), BackMsg()
        message.file_urls_request.request_id = str(uuid.uuid4())
        message.file_urls_request.file_names.append(name)
        message.file_urls_request.session_id = self._session
        await self._send(message)
        while (answer := await self._receive()).WhichOneof("type") != "file_urls_response":
            pass
        (urls,) = answer.file_urls_response.file_urls
        await asyncio.to_thread(self._put, urls.upload_url, name, data)
        state = WidgetState(id=ident)
        info = UploadedFileInfo(name=name, size=len(data), file_id=urls.file_id, file_urls=urls)
        state.file_uploader_state_value.uploaded_file_info.append(info)
        return await self._run(state)

    def _get(self, path: str) -> bytes:
        with self._http.open(f"{self.address}{path}", timeout=PATIENCE) as answer:
            data: bytes = answer.read()
            return data

    def _put(self, path: str, name: str, data: bytes) -> None:
        self._get("/_stcore/health")  # which hands out the token
        (token,) = (str(one.value) for one in self._cookies if one.name == "_streamlit_xsrf")
        edge = uuid.uuid4().hex
        head = f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n'
        headers = {"X-Xsrftoken": token, "Content-Type": f"multipart/form-data; boundary={edge}"}
        body = head.encode() + data + f"\r\n--{edge}--\r\n".encode()
        request = urllib.request.Request(f"{self.address}{path}", body, headers, method="PUT")
        with self._http.open(request, timeout=PATIENCE):
            pass

    # --- the protocol ----------------------------------------------------------------------------------------------

    def _id(self, key: str) -> str:
        if key not in self._widgets:
            raise WireError(f"there is no {key} on the page, only {', '.join(sorted(self._widgets))}")
        return self._widgets[key]

    async def _run(self, changed: WidgetState | None = None) -> float:
        message = BackMsg()
        state = message.rerun_script
        state.query_string = self._query
        state.context_info.url = f"{self.address}/"
        state.context_info.timezone = "UTC"
        if changed is not None:
            state.fragment_id = self._fragments.get(changed.id, "")
            state.widget_states.widgets.append(changed)
            if not changed.trigger_value:  # of a button the server hears once
                self._states[changed.id] = changed
        state.widget_states.widgets.extend(
            known for ident, known in self._states.items() if changed is None or ident != changed.id
        )
        began = time.perf_counter()
        await self._send(message)
        await self._finished()
        return time.perf_counter() - began

    async def _finished(self) -> None:
        """Until the run has ended that no other follows."""
        while True:
            found = await self._receive()
            if found.WhichOneof("type") != "script_finished":
                continue
            if found.script_finished in _WHOLE:
                return
            if found.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                raise WireError("the script has an error")

    async def _send(self, message: BackMsg) -> None:
        assert self._socket
        await self._socket.send(message.SerializeToString())

    async def _receive(self) -> ForwardMsg:
        assert self._socket
        data = await asyncio.wait_for(self._socket.recv(decode=False), PATIENCE)
        self._heard(data)
        found: ForwardMsg = ForwardMsg.FromString(data)
        kind = found.WhichOneof("type")
        if kind == "new_session":
            self._session = found.new_session.initialize.session_id
        elif kind == "page_info_changed":
            self._query = found.page_info_changed.query_string
        elif kind == "delta":
            self._draw(found.delta, ".".join(map(str, found.metadata.delta_path)))
        return found

    def _draw(self, delta: Delta, place: str) -> None:
        """Know the controls and what is wrong."""
        if delta.WhichOneof("type") == "add_block":
            if delta.add_block.WhichOneof("type") == "tab_container":
                self._know(delta.add_block.tab_container.id, delta.fragment_id)
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.faults.append(f"exception: {element.exception.type} {element.exception.message}")
        elif kind == "alert":
            self.notes[place] = element.alert.body
            if element.alert.format == Alert.ERROR:
                self.faults.append(f"error: {element.alert.body}")
        elif kind == "text":
            self.texts[place] = element.text.body
        elif kind == "markdown":
            self.notes[place] = element.markdown.body
        elif kind:
            ident = getattr(getattr(element, kind), "id", "")
            key = self._know(ident, delta.fragment_id)
            if kind == "download_button":
                self._files[key] = element.download_button.url
            elif kind == "bidi_component" and key.startswith(("link_", "key_")):
                self.fields[key] = json.loads(element.bidi_component.json)["value"]

    def _know(self, ident: str, fragment: str) -> str:
        """Note an id by the key in it; a key has a version behind it once the page has set its control."""
        key = re.sub(r"^\$\$ID-[0-9a-f]+-|-v\d+$", "", ident)
        if ident:
            self._widgets[key], self._fragments[ident] = ident, fragment
        return key
