import { actForm, acts, esc, pill, table } from "./html";
import type { DatevView } from "./views";

const SHOWN = 60;

/** Shows the adviser's clients with the user's permission to upload, and the uploaded files, newest first. */
export function datevSection(state: Partial<DatevView>): string {
  const clients = (state.clients ?? []).map(({ id, name, isPermitted }) => {
    const call = `/datev/clients/${id}/permission`;
    const act = isPermitted
      ? { label: "Withdraw the right", call, fields: { permission: "withdraw" }, isDanger: true }
      : { label: "Grant the right", call, fields: { permission: "grant" } };
    return [
      `<code>${esc(id)}</code>`,
      esc(name),
      pill(isPermitted ? "may upload" : "may not", isPermitted ? "good" : "bad"),
      acts("datev", [act], name),
    ];
  });
  const files = (state.jobs ?? [])
    .slice(-SHOWN)
    .reverse()
    .map((job) => [
      `<a href="/datev/jobs/${esc(job.id)}/file">${esc(job.filename)}</a><small>${esc(job.reference ?? "")}</small>`,
      esc(job.client),
      String(job.records ?? "–"),
      `${pill(job.result, job.result === "failed" ? "bad" : "good")}<small>${esc(job.problem ?? "")}</small>`,
    ]);
  return `<section id="datev"><h2>Files <small>DATEV</small></h2>
    ${table([{ title: "Client" }, { title: "Name" }, { title: "Upload" }, { title: "" }], clients, "No client.")}
    ${actForm("datev", { label: "Sign everybody out", call: "/datev/sign-out" })}
    ${table([{ title: "File" }, { title: "Client" }, { title: "Rows" }, { title: "State" }], files, "No file has come yet.")}</section>`;
}
