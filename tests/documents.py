"""Small files of the formats that can be converted, made of strings."""

import io
import zipfile
from collections.abc import Mapping, Sequence

W = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
)
TYPES = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)


def zipped(members: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A ZIP archive of these members."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data, zipfile.ZIP_STORED if name == "mimetype" else method)
    return packed.getvalue()


def docx(body: str, **parts: str) -> bytes:
    """A Word document of this body; `parts`: the content of styles, numbering, footnotes by these names."""
    members = {
        "[Content_Types].xml": TYPES,
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
    }
    for name, content in parts.items():
        members[f"word/{name}.xml"] = f"<w:{name} {W}>{content}</w:{name}>"
    return zipped(members)


def run(text: str, properties: str = "") -> str:
    """A run of a Word paragraph."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(content: str, style: str = "", number: tuple[int, int] | None = None) -> str:
    """A paragraph of a Word document: a text, or runs; `number`: list and level."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    if number:
        named += f'<w:numPr><w:ilvl w:val="{number[1]}"/><w:numId w:val="{number[0]}"/></w:numPr>'
    return f"<w:p><w:pPr>{named}</w:pPr>{content if content.startswith('<') else run(content)}</w:p>"


def epub(pages: Mapping[str, str | bytes], spine: Sequence[str] | None = None, **members: str) -> bytes:
    """A book of these pages; `spine`: their names in order, those of `pages` if None. `members` go into META-INF."""
    names = list(dict.fromkeys([*pages, *(spine or [])]))
    items = "".join(
        f'<item id="i{number}" href="{name}" media-type="application/xhtml+xml"/>' for number, name in enumerate(names)
    )
    order = "".join(f'<itemref idref="i{names.index(name)}"/>' for name in (pages if spine is None else spine))
    package = (
        f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{order}</spine></package>'
    )
    extra = {f"META-INF/{name}.xml": content for name, content in members.items()}
    inner = {f"OPS/{name}": content for name, content in pages.items()}
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            "OPS/book.opf": package,
            **extra,
            **inner,
        }
    )


def pdf(pages: Sequence[Sequence[str]]) -> bytes:
    """A PDF of these pages, each of lines; a page without lines has none."""
    from fpdf import FPDF

    made = FPDF()
    made.set_font("helvetica", size=11)
    for lines in pages:
        made.add_page()
        for line in lines:
            made.cell(text=line, new_x="LMARGIN", new_y="NEXT")
    return bytes(made.output())
