#!/usr/bin/env bash
# pypdf: a deleted attachment stays in the PDF and its list of associated files, so an exchanged invoice is there twice.
#
# Version: pypdf 6.19.0; pdf-lib 1.17.1 writes the example.
# Source: PyPI, npm. Format: PDF/A-3 with factur-x.xml (ZUGFeRD 2, Factur-X), which requires the entry in the name tree of
#   attachments and in /AF, the catalog's associated files.
# Good guess: EmbeddedFile.delete() takes the file out of the document: of the name tree and of /AF, and the next write drops its
#   bytes.
# Seen: the name tree is empty, and /AF still names the file with all its bytes. Removing what nothing refers to keeps it. If a
#   new factur-x.xml is attached in its place, the name tree has the new invoice, and /AF the old one.
# Who cares: anyone who corrects hybrid invoices by pypdf, and who reads them: readers of the name tree and readers of /AF take
#   different invoices from one PDF, with different amounts. A price or name that was taken out can still be read.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts pdf-lib@1.17.1
python3 -m pip install --quiet --no-deps --disable-pip-version-check --root-user-action ignore --target python pypdf==6.19.0

cat > write.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { AFRelationship, PDFDocument } from "pdf-lib";
const pdf = await PDFDocument.create();
pdf.addPage();
const options = { mimeType: "text/xml", afRelationship: AFRelationship.Alternative };
await pdf.attach(Buffer.from("<invoice>old</invoice>"), "factur-x.xml", options);
writeFileSync("hybrid.pdf", await pdf.save({ useObjectStreams: false }));
JS
node write.mjs
cat > change.py <<'PY'
from pypdf import PdfReader, PdfWriter

def text(data):
    return data.decode().replace("<invoice>", "").replace("</invoice>", "")

def show(label, path):
    reader = PdfReader(path)
    named = [text(data) for contents in reader.attachments.values() for data in contents]
    files = [file.get_object()["/EF"]["/F"].get_object() for file in reader.root_object.get("/AF", [])]
    print(f"{label}: name tree {named}, /AF {[text(file.get_data()) for file in files]}")

def deleted():
    writer = PdfWriter(clone_from="hybrid.pdf")
    for file in list(writer.attachment_list):
        file.delete()
    return writer

show("as written", "hybrid.pdf")
deleted().write("deleted.pdf")
show("deleted", "deleted.pdf")
writer = PdfWriter(clone_from="deleted.pdf")
writer.compress_identical_objects(remove_unreferenced=True)
writer.write("cleaned.pdf")
show("deleted and cleaned", "cleaned.pdf")
writer = deleted()
writer.add_attachment("factur-x.xml", b"<invoice>new</invoice>")
writer.write("exchanged.pdf")
show("exchanged", "exchanged.pdf")
PY
seen=$(PYTHONPATH=python python3 -W ignore change.py)
expected="as written: name tree ['old'], /AF ['old']
deleted: name tree [], /AF ['old']
deleted and cleaned: name tree [], /AF ['old']
exchanged: name tree ['new'], /AF ['old']"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
