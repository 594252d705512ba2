#!/usr/bin/env bash
# Two ZUGFeRD invoices in one PDF: each tool keeps another invoice's XML, and splitting one invoice makes several of it.
#
# Version: poppler-utils 22.12.0, qpdf 11.3.0, mupdf-tools 1.21.1 (Debian 12); pdf-lib 1.17.1 writes the examples.
# Source: Debian, npm. Format: PDF with the attachment factur-x.xml (ZUGFeRD 2, Factur-X).
# Good guess: tools that join pages drop attachments, or keep all of them; a page taken out of a PDF has no attachment.
# Seen: pdfunite keeps both under the same name; pdfdetach lists two, -saveall writes one over the other and leaves invoice b,
#   and qpdf lists only one, under an empty name. qpdf keeps the XML of the first file beside
#   the pages of both, or none when it starts from --empty. mutool drops all. pdfseparate puts the whole invoice's XML on
#   each page: two pages become two PDFs with the same invoice.
# Who cares: anyone who reads invoices from mail: the pages and the XML of a joined file are about different invoices, and a
#   reader of the first attachment takes 100 for a bundle of 300. The same number twice must not be collected twice.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts pdf-lib@1.17.1
mkdir -p debs/partial root
apt-get -y -qq -o Debug::NoLocking=1 -o Dir::Cache::archives="$work/debs" --no-install-recommends --reinstall --download-only \
  install poppler-utils=22.12.0-* qpdf=11.3.0-* mupdf-tools=1.21.1* >apt.log 2>&1 || { cat apt.log; exit 2; }
for deb in debs/*.deb; do dpkg -x "$deb" root; done
LD_LIBRARY_PATH=$(echo "$work"/root/usr/lib/*-linux-gnu)
export LD_LIBRARY_PATH PATH="$work/root/usr/bin:$PATH"

cat > write.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { AFRelationship, PDFDocument } from "pdf-lib";
for (const name of ["a", "b"]) {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.addPage();
  const options = { mimeType: "text/xml", afRelationship: AFRelationship.Alternative };
  await pdf.attach(Buffer.from(`<invoice>${name}</invoice>`), "factur-x.xml", options);
  writeFileSync(`${name}.pdf`, await pdf.save({ useObjectStreams: false }));
}
JS
node write.mjs
show() {
  rm -rf out && mkdir out
  (cd out && pdfdetach -saveall "../$1" >/dev/null 2>&1) || true
  listed=$(pdfdetach -list "$1" 2>/dev/null | sed -n 1p)
  saved=$(cat out/*.xml 2>/dev/null | sed -E 's/<\/?invoice>//g')
  names=$(qpdf --list-attachments "$1" 2>/dev/null | grep -- '->' | sed -E "s/(.*) -> .*/'\1'/" | tr '\n' ' ' | sed 's/ $//')
  echo "${2}: pdfdetach lists ${listed%% *}, saves '${saved}'; qpdf lists: ${names:-none}"
}
pdfunite a.pdf b.pdf unite.pdf
qpdf a.pdf --pages . b.pdf -- first.pdf
qpdf --empty --pages a.pdf b.pdf -- empty.pdf
mutool merge -o mutool.pdf a.pdf b.pdf 2>/dev/null
pdfseparate a.pdf page-%d.pdf
seen=$(show a.pdf "one invoice"; show unite.pdf pdfunite; show first.pdf "qpdf a --pages . b"
  show empty.pdf "qpdf --empty"; show mutool.pdf "mutool merge"; show page-2.pdf "pdfseparate, page 2")
expected="one invoice: pdfdetach lists 1, saves 'a'; qpdf lists: 'factur-x.xml'
pdfunite: pdfdetach lists 2, saves 'b'; qpdf lists: ''
qpdf a --pages . b: pdfdetach lists 1, saves 'a'; qpdf lists: 'factur-x.xml'
qpdf --empty: pdfdetach lists 0, saves ''; qpdf lists: none
mutool merge: pdfdetach lists 0, saves ''; qpdf lists: none
pdfseparate, page 2: pdfdetach lists 1, saves 'a'; qpdf lists: 'factur-x.xml'"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
