#!/usr/bin/env bash
# Three readers of mail files garble an invoice mail: half of the subject is gone, files have no name or "UTF-8" before it.
#
# Version: eml-format 0.6.1, eml-parse-js 1.1.15, letterparser 0.1.8; against emailjs-mime-parser 2.0.7 and mailparser-mit 1.0.0.
# Source: npm. Format: MIME; a header with umlauts is one or more encoded words (RFC 2047: blanks between two of them do not count,
#   "_" is a blank), a file name with umlauts is name*=UTF-8''… or, if long, name*0*=, name*1*= (RFC 2231).
# Good guess: all five find the subject "Rechnung 47 für März 2026" and both files with their names; mail programs have written
#   such headers for twenty years.
# Seen: eml-format ends the subject after the first encoded word and keeps its "_"; it and letterparser give no name to either
#   file; eml-parse-js names them "UTF-8Rechnung Müller 47.pdf" and "UTF-8Müller.xml". The other two read all of it.
# Who cares: anyone who takes invoices from a mailbox: a rule "attachment ends with .pdf" or "subject has the number" misses
#   a part of the mail of German senders, while tests with "invoice.pdf" pass. Take the type of the part, not its name.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts eml-format@0.6.1 eml-parse-js@1.1.15 letterparser@0.1.8 \
  emailjs-mime-parser@2.0.7 mailparser-mit@1.0.0

cat > read.cjs <<'JS'
const part = (type, name, bytes) => `--b1\r
Content-Type: ${type}\r
Content-Disposition: attachment;\r
 ${name}\r
Content-Transfer-Encoding: base64\r
\r
${Buffer.from(bytes).toString("base64")}\r
`;
const mail = `From: Muster GmbH <rechnung@example.org>\r
To: kunde@example.com\r
Subject: =?UTF-8?Q?Rechnung_47_f=C3=BCr?=\r
 =?UTF-8?Q?_M=C3=A4rz_2026?=\r
Date: Tue, 1 Sep 2026 10:00:00 +0200\r
Message-ID: <47@example.org>\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary="b1"\r
\r
--b1\r
Content-Type: text/plain\r
\r
Guten Tag\r
${part("application/pdf", "filename*0*=UTF-8''Rechnung%20M%C3%BCller;\r\n filename*1*=%2047.pdf", "%PDF-1.7")}${
  part("application/xml", "filename*=UTF-8''M%C3%BCller.xml", "<a/>")}--b1--\r
`;
const show = (reader, subject, names) => console.log(`${reader}: ${subject} | ${names.map(String).join(" | ")}`);
const names = (list, key) => list.map((file) => file[key]);
(async () => {
  await new Promise((done) => require("eml-format").read(mail, (error, data) => {
    show("eml-format", data.subject, names(data.attachments, "name"));
    done(error);
  }));
  const eml = require("eml-parse-js").readEml(mail);
  show("eml-parse-js", eml.subject, names(eml.attachments, "name"));
  const letter = require("letterparser").extract(mail);
  show("letterparser", letter.subject, names(letter.attachments, "filename"));
  const tree = require("emailjs-mime-parser").default(Buffer.from(mail));
  show("emailjs-mime-parser", tree.headers.subject[0].value,
    tree.childNodes.slice(1).map((node) => node.headers["content-disposition"][0].params.filename));
  const { MailParser } = require("mailparser-mit");
  const parser = new MailParser();
  parser.on("end", (data) => show("mailparser-mit", data.subject, names(data.attachments, "fileName")));
  parser.end(mail);
})();
JS
seen=$(node read.cjs)
expected="eml-format: Rechnung_47_für | undefined | undefined
eml-parse-js: Rechnung 47 für März 2026 | UTF-8Rechnung Müller 47.pdf | UTF-8Müller.xml
letterparser: Rechnung 47 für März 2026 | undefined | undefined
emailjs-mime-parser: Rechnung 47 für März 2026 | Rechnung Müller 47.pdf | Müller.xml
mailparser-mit: Rechnung 47 für März 2026 | Rechnung Müller 47.pdf | Müller.xml"
echo "$seen"
[ "$seen" = "$expected" ] || { echo "CHANGED: expected"; echo "$expected"; exit 1; }
