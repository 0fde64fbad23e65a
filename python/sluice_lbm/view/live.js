// live.js - asks how the run is, every second, and shows it; what is told is text, never HTML.
// SPDX-License-Identifier: MIT
"use strict";
const at = (id) => document.getElementById(id);
const token = at("token");

function takeToken() {
  if (location.hash.length > 1) token.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
}
takeToken();
addEventListener("hashchange", takeToken);

function fill(body, rows) {
  body.replaceChildren(...rows.map((cells) => {
    const row = document.createElement("tr");
    row.append(...cells.map((cell) => {
      const td = document.createElement("td");
      td.textContent = cell;
      return td;
    }));
    return row;
  }));
}

function put(img, kind, [name, stamp]) {
  const source = `${kind}/${encodeURIComponent(name)}?${stamp}`;
  if (img.getAttribute("src") !== source) img.setAttribute("src", source);
  img.alt = name;
}

function showPicture(run) {
  at("picture").hidden = run.picture === null;
  at("caption").textContent = run.picture ? run.picture[0] : "no picture yet: png=N draws one every N steps";
  if (run.picture) put(at("picture"), "picture", run.picture);
}

function showCharts(run) {
  const known = new Map([...at("charts").children].map((section) => [section.dataset.name, section]));
  for (const table of run.tables) {
    let section = known.get(table[0]);
    if (!section) {
      section = document.createElement("section");
      section.dataset.name = table[0];
      const title = document.createElement("h2");
      title.textContent = table[0];
      section.append(title, document.createElement("img"));
      at("charts").append(section);
    }
    put(section.querySelector("img"), "chart", table);
  }
}

function showSteps(run) {
  const share = run.planned ? run.step / run.planned : 0;
  const words = [`step ${run.step}` + (run.planned === null ? "" : ` of at most ${run.planned}`)];
  if (run.left !== null) words.push(`some ${run.left} left`);
  else if (run.can_stop) words.push("how long it takes is not known yet");
  if (run.seen !== null) words.push(`last row or picture ${run.seen} ago`);
  at("progress").value = Math.min(1, share);
  at("steps").textContent = words.join(", ");
}

function show(run) {
  document.title = `${run.name} - sluice`;
  at("name").textContent = run.name;
  at("state").textContent = run.stop_asked ? `${run.state}, and asked to stop` : run.state;
  at("state").className = `state ${run.mark}`;
  showSteps(run);
  showPicture(run);
  showCharts(run);
  fill(at("facts"), run.facts);
  fill(at("verdicts"), run.verdicts);
  at("remarks").replaceChildren(...run.remarks.map((text) => {
    const p = document.createElement("p");
    p.className = "remark";
    p.textContent = text;
    return p;
  }));
  at("stop").disabled = !run.can_stop || run.stop_asked;
}

async function look() {
  try {
    show(await (await fetch("status.json")).json());
  } catch (error) {
    at("state").textContent = "`sluice view` has ended, or does not answer; a run goes on without it";
    at("state").className = "state bad";
    at("stop").disabled = true;
  }
  setTimeout(look, 1000);
}

at("stop").addEventListener("click", async () => {
  try {
    const answer = await fetch("stop", {method: "POST", headers: {"X-Sluice-Token": token.value}});
    at("answer").textContent = await answer.text();
  } catch (error) {
    at("answer").textContent = `The request failed: ${error.message}`;
  }
});

look();
