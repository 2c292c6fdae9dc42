"""The chunking playground: split a text for retrieval, and see and measure every chunk.

The package in reading order, room by room; text flows down:

    errors.py            InputError, whose message is shown to the person as it stands
    checks.py            what settings and plans are checked with
    limits.py            how much is taken in: uploads, pastes, pages, what is unpacked
    words.py             numbers in words
    halves.py            half characters (surrogates), which no file may hold
    cells.py             texts as cells of CSV that no spreadsheet runs
    json_lines.py        JSON on one line, in the characters themselves
    spans.py             Spans: half-open ranges of code points
    text/                A text and the units in it: paragraphs, blocks, sentences, words.
        boundaries.py        text -> Spans: paragraphs, lines, grapheme clusters
        blocks.py            paragraphs -> blocks: headings, list items, table rows, lines of code
        stops.py             the stops and closers of the scripts the sentence rules know
        corrections.py       what careful sentences know beyond pysbd
        careful.py           sentence starts by pysbd, behind its guard
        sentences.py         text -> Spans of sentences, by either rule
        counted_words.py     text -> words as sizes count them
        visible.py           a text without whitespace, and where another stands in it
    outline/             text -> Outline: headings, blocks, tables, code and lists of Markdown, HTML and plain text
    measuring/           What a size counts: characters, words, and tokens, exactly, between boundaries that no token
                         crosses.
        fetching.py          a file of the network, fetched within a limit of time, checked and kept
        vocabulary.py        the vocabularies: bundled or fetched, checked; the only file that knows tiktoken
        token_boundaries.py  text -> the places that no token crosses
        tokens.py            the estimate, and the real counts of any slices of a text
        lengths.py           Length: what a size counts, in characters, words and estimated tokens
        token_length.py      Length in tokens, exact for every slice
    document.py          Document: a text and its boundaries, each found once
    sizing.py            document, unit, vocabulary, context -> Length
    contexts.py          what stands ahead of a chunk, by where it begins
    strategies/          the table STRATEGIES; packing.py and opening.py, the mechanism; one file a strategy
    settings.py          Settings: every choice that shapes chunks, checked when built
    splitting.py         (document, settings) -> Spans, and what stands ahead of each
    chunks.py            Chunks: each with its text, its size and what stands ahead of it; and chunk()
    judging/             What a split costs and cuts, what mends it, and how settings and splits stand against one
                         another.
        metrics.py           sizes, storage, overlap, cuts, coverage: Spans x Spans -> numbers
        damage.py            what the cuts damage, by kind
        pages.py             which chunks stand on which page of the text in place
        strip.py             the whole document in a thousand columns
        report.py            analyse(document, settings) -> Report: the chunks, and what they cost and cut
        healing.py           the nearest size at which a kind of damage is gone
        cleaning.py          texts without what is not seen, and without line ends of a page's width
        looks.py             what a text looks like: headings, speakers, stops, language, characters not seen
        findings.py          what deserves attention in a report, and what mends it
        advice.py            a setting to begin with, and why
        unread.py            what a model does not read of each chunk
        models.py            the table of embedding models: what each reads at most
        bill.py              vectors, tokens and bytes, here and in a corpus like it
        plan.py              Plan: the model, the corpus and the questions a bill is made for
        compare.py           settings held against one another by the same measures
        difference.py        two splits: cuts kept, moved, gained and lost, and chunks that survive
        strips.py            a split as marks on a line
    asking/              Whether the right text comes back for real questions: BM25, verdicts by offsets, chance, and
                         what it costs.
        passages.py          a passage -> where it stands in the source, or what is most like it
        questions.py         questions with the spans of the source that answer them, written and read
        retrieval.py         BM25 over texts: which share the words of a question
        reading.py           what is matched, and what is read for it
        resampling.py        how much chance is in a mean over questions
        verdicts.py          whether the answer came back, by offsets, and measures over all questions
        reasons.py           in words, what was read of an answer, or why not all of it
        tradeoff.py          what is gained for what it costs
    taking/              What is brought: bytes in any encoding, documents, and chunks that somebody has already.
        guessing.py          which encoding bytes are in, when nothing says it
        loading.py           bytes -> text: encodings, line ends, remarks
        converting/          PDF, DOCX, HTML and EPUB -> text or Markdown (equations as LaTeX), with remarks and the
                             places of pages
        parquet_pages.py     how long the pages of a Parquet file are when unpacked
        chunk_tables.py      Parquet, and JSON by columns -> rows of chunks
        own_chunks.py        a file of chunks that a pipeline made -> their texts and offsets
        lines_ahead.py       such chunks whose first lines are not in the source -> those lines and the rest
        alignment.py         such chunks -> their spans in the source
        joining.py           such chunks -> a source made of them, by their starts or by what they share
    drawing/             Reports, comparisons and questions as Altair charts and as SVG.
        charts.py            Report -> Altair charts
        comparison_charts.py comparisons -> Altair charts
        question_charts.py   questions -> Altair charts
        drawings.py          Report -> inline SVG, for where there is no script
    giving/              What is carried away: files, reports, code, settings, links, snapshots, and the command line.
        rows.py              what an export says of each chunk
        export.py            Report -> CSV, JSON Lines, Parquet, an archive of Markdown files
        marked_text.py       a text with its chunks in place as HTML, every character escaped
        report_page.py       Report -> one HTML file to mail
        formats.py           the files that a report is written as
        snippets/            code that gives these chunks, with this package and with others, and what theirs really
                         are
        settings_file.py     Settings <-> a TOML file
        share.py             Settings <-> the address of the page
        contents.py          what is shared: text, name, questions, settings <-> a string, and its bytes
        common_words.py      English in fewer bytes; its words are in common_words.txt
        shared_text.py       a text and its questions <-> one parameter of an address
        snapshot_database.py tables, engine and errors; the only file that knows SQLAlchemy
        senders.py           who saves, by address and digest, and how much of it an hour has
        snapshots.py         Store: what is shared, kept on the server under an id nobody can guess
        command_options.py   the arguments of the command line
        command.py           chunk and measure on the command line, which __main__.py runs
    panels/              the Streamlit page, together with app.py
"""

from playground.chunks import Chunk, chunk
from playground.document import Document
from playground.errors import InputError
from playground.judging.report import Report, analyse
from playground.settings import Settings

__all__ = ["Chunk", "Document", "InputError", "Report", "Settings", "analyse", "chunk"]
