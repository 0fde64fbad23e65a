# markup.py - one page in two forms: Markdown with links to its pictures, and HTML that needs nothing beside
# itself.
# SPDX-License-Identifier: MIT
import base64
import html

STYLE = """:root{color-scheme:light dark;--paper:#fff;--ink:#1b2430;--soft:#5c6878;--line:#d8dee6;
--stripe:#f4f6f9;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--paper:#14181e;--ink:#e4e9f0;--soft:#98a5b5;
--line:#333c48;--stripe:#1b2129;--bad:#ff8a80}}
@media print{:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;
--stripe:#f4f4f4;--bad:#900}figure,tr{break-inside:avoid}h2{break-after:avoid}
table{font-size:7pt}@page{size:A4 landscape;margin:12mm}}*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:2rem 1.5rem 4rem;background:var(--paper);
color:var(--ink);font:16px/1.5 system-ui,sans-serif}h1{font-size:1.9rem;margin:0}
h2{font-size:1.35rem;margin:2.6rem 0 .1rem;padding-top:1.2rem;border-top:1px solid var(--line)}
p{margin:.4rem 0}figure{margin:1rem 0}
figure img{display:block;max-width:100%;height:auto;background:#fff}
figcaption{color:var(--soft);font-size:.9rem}
table{border-collapse:collapse;width:100%;font-size:.8rem;margin:.8rem 0}
th,td{padding:.28rem .5rem;text-align:left;vertical-align:top;
border-bottom:1px solid var(--line)}th{color:var(--soft)}
tbody tr:nth-child(even){background:var(--stripe)}
tr.fail td{color:var(--bad);font-weight:600}
pre,code{font:.8rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;white-space:pre-wrap}
a{color:inherit}"""

HEAD = """<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width"/>
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<h1>{title}</h1>
"""


class Html:
    picture = "figure.svg"

    def __init__(self, title):
        self.parts = [HEAD.format(title=html.escape(title), style=STYLE)]

    def add(self, before, text, after):
        self.parts.append(before + html.escape(text) + after + "\n")

    def heading(self, id, text):
        self.add(f'<h2 id="{id}">', text, "</h2>")

    def paragraph(self, text):
        self.add("<p>", text, "</p>")

    def items(self, texts):
        for text in texts:
            self.add("<ul><li>", text, "</li></ul>")

    def commands(self, lines):
        self.add("<pre>", "\n".join(lines) + "\n", "</pre>")

    def link(self, text, path):
        self.parts.append(f"<p>{text}: <code>{path}</code></p>\n")

    def table(self, titles, rows):
        """Rows: cells, and whether it is marked."""
        self.parts.append("<table>\n<thead><tr>" + "".join(f"<th>{html.escape(t)}</th>" for t in titles)
                          + "</tr></thead>\n<tbody>\n")
        for cells, is_marked in rows:
            self.parts.append(('<tr class="fail">' if is_marked else "<tr>")
                              + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells) + "</tr>\n")
        self.parts.append("</tbody>\n</table>\n")

    def figure(self, folder, item, name, caption):
        with open(f"{folder}/{item}/{name}", "rb") as file:
            data = base64.b64encode(file.read()).decode("ascii")
        kind = "svg+xml" if name.endswith(".svg") else "png"
        caption = html.escape(caption)
        self.parts.append(f'<figure><img src="data:image/{kind};base64,{data}" alt="{caption}"/>'
                          f"<figcaption>{caption}</figcaption></figure>\n")

    def text(self):
        return "".join(self.parts) + "</body>\n</html>\n"


def markdown_row(cells):
    return "|" + "".join(f" {cell.replace('|', chr(92) + '|')} |" for cell in cells) + "\n"


class Markdown:
    picture = "figure.png"

    def __init__(self, title):
        self.parts = [f"# {title}\n\n"]

    def heading(self, _id, text):
        self.parts.append(f"\n## {text}\n\n")

    def paragraph(self, text):
        self.parts.append(f"{text}\n\n")

    def items(self, texts):
        self.parts += [f"- {text}\n" for text in texts]

    def commands(self, lines):
        self.parts.append("```\n" + "\n".join(lines) + "\n```\n\n")

    def link(self, text, path):
        self.parts.append(f"[{text}]({path})\n\n")

    def table(self, titles, rows):
        self.parts.append(markdown_row(titles) + "|" + " --- |" * len(titles) + "\n"
                          + "".join(markdown_row(cells) for cells, _ in rows) + "\n")

    def figure(self, _folder, item, name, caption):
        self.parts.append(f"![{caption}]({item}/{name})\n\n")

    def text(self):
        return "".join(self.parts)
