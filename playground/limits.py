"""How much is taken in, kept and shared: every bound on what comes from outside, with its unit.

They keep one person's file or link from using up the memory and the time of a machine that others share.
"""

MAX_UPLOAD_MB = 10
"""Largest file, in megabytes of 1,000,000 bytes, as every MB here.

Streamlit counts 1,048,576 bytes as one: a file in between arrives and is answered with a sentence.
"""

MAX_PASTE_CHARACTERS = 1_000_000
"""Longest pasted text, in characters (code points)."""

MAX_TEXT_CHARACTERS = 10_000_000
"""Longest text that a document is converted to, or that a snapshot holds, in characters (code points)."""

MAX_PAGES = 2_000
"""Most pages of a PDF that are read."""

MAX_LEFT_LINES = 1_000
"""Lines left out of a PDF as running heads and page numbers kept to be looked at, of 160 characters at most."""

MAX_PARTS = 5_000
"""Most parts of an EPUB that are read; each is read once, however often the book names it."""

MAX_CONVERT_SECONDS = 120.0
"""How long one document is converted, in seconds, until nothing further in it is begun.

The clock is looked at between elements, tags, paragraphs, pages and the operators of a page, not within one of them,
nor while a PDF is opened.
"""

MAX_PAGE_SECONDS = 20.0
"""How long one page of a PDF is read, in seconds, until no further operator of it is begun."""

MAX_PDF_STREAM_BYTES = 24 * 10**6
"""Longest stream of a PDF, unpacked, in bytes; a page with a longer one is left out.

Nothing interrupts pypdf while it takes a stream apart. It stops at 2,000,000 tokens, 6 to 16 MB of lines of text, which
take some 10 seconds of one core; hexadecimal digits are no tokens, and 24 MB of them take some 15.
"""

MAX_MEMBERS = 10_000
"""Most members of a ZIP archive."""

MAX_INFLATED_BYTES = 64 * 10**6
"""Most bytes that are unpacked from one archive, all members that are read together."""

MAX_RATIO = 200
"""How many bytes one packed byte of a member may become; XML seldom reaches 50, a bomb has up to 1,032."""

RATIO_FROM_BYTES = 8 * 10**6
"""A member that is no longer than this when unpacked may have any ratio."""

MAX_XML_BYTES = 24 * 10**6
"""Longest XML member, unpacked, in bytes."""

MAX_XML_ELEMENTS = 800_000
"""Most XML elements and attributes, together, of one document, all members that are read; revision ids do not count.

Their trees take some 200 bytes for each, at most about 310: up to 250 MB in all. A Word document of 16 MB of XML that
is nothing but small tables stays below.
"""

MAX_XML_DEPTH = 200
"""Most XML elements inside one another; a document of tables in tables has some forty."""

MAX_NESTED = 8
"""Lists, quotations and tables inside one another that are told apart; what is deeper stays at this depth."""

MAX_NAME_CHARACTERS = 255
"""Longest name of a text, in characters: no file system has longer ones."""

MAX_SETTINGS_CHARACTERS = 10_000
"""Names and values of the settings in a snapshot, together, in characters."""

MAX_HEAD_CHARACTERS = 4_000_000
"""Name, settings and questions that are shared, together, in characters as they are written."""

MAX_ADDRESS_CHARACTERS = 7_800
"""Longest address that is handed out, in characters: servers refuse a request line over about 8,190 bytes."""

MAX_SNAPSHOT_BYTES = 5_000_000
"""Largest snapshot, compressed, in bytes."""

MAX_SNAPSHOTS_BYTES = 1_000_000_000
"""All snapshots together, compressed, in bytes."""

MAX_SAVED_BYTES_AN_HOUR = 100_000_000
"""Snapshots that are saved in an hour, by everybody together, compressed, in bytes: nobody fills the store at once."""

MAX_SENDER_BYTES_AN_HOUR = 25_000_000
"""What of that one address may save, compressed, in bytes: a quarter of it, since an office can share an address."""

SNAPSHOT_DAYS = 30
"""How long a snapshot is kept, in days."""

MAX_SHARED_AT_ONCE = 200_000
"""Longest text in a link, with its name and questions as they are written, in characters: none but one that repeats
itself fits if it is longer, and a short link to such a one would keep the server busy."""

MAX_SAVES = 20
"""Snapshots that one visit may save."""

MAX_QUESTIONS = 2_000
"""Questions on one text."""

MAX_QUESTION_CHARACTERS = 1_000
"""Longest question, in characters."""

MAX_PASSAGE_CHARACTERS = 5_000
"""Longest passage that is looked for in a text, in characters."""

MAX_SPANS = 100
"""Spans that answer one question."""

MAX_PLACES = 1_000
"""Places of a passage that are found."""

MAX_SEARCHED = 20_000_000_000
"""Characters that passages of one file of questions are looked for in, those of the text for each: some 20 seconds."""

MAX_TEXTS_ASKED = 20
"""Texts whose questions a visit keeps."""

MAX_CHUNKS = 200_000
"""Chunks that the page shows of one text, or that are brought in a file."""

MAX_WINDOWS = 2_000_000
"""Windows of characters or words that are tried, before those of nothing but whitespace are left out."""

MAX_STORED_CHARACTERS = 50_000_000
"""Characters in all chunks of a text, or in a file of chunks: five times the longest text."""

MAX_CHUNKS_FILE_BYTES = 320_000_000
"""Largest file of chunks, in bytes: six for each of these characters, as JSON may escape them, and some for names."""

MAX_UNPACKED_COLUMNS_BYTES = 320_000_000
"""Most bytes of the columns of a Parquet file of chunks that are read, when unpacked."""

MAX_MAP = 400
"""Settings of one map."""

MAX_MAPPED = 2_000
"""Settings of maps that a visit keeps."""

MAX_TRIED = 100
"""Settings on the trail of a visit."""

MAX_ANSWERED = 200
"""Settings tried on questions that a visit keeps."""

MAX_MADE_AT_ONCE_CHARACTERS = 2_000_000
"""Characters in all chunks up to which a file to take away is made without being asked for."""

MAX_MEASURED_CHARACTERS = 1_000_000
"""Longest text on which another library is run, in characters: some take seconds for more."""
