import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/ui/copy-button";
import { curlOf, EXAMPLES, type Example } from "./examples";

/** Lists calls that a program can make, ready to be pasted into a terminal. */
export function CurlExamples({ server, customerId }: { server: string; customerId: string }) {
  const t = useTranslations("apiDocs");
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {EXAMPLES.map((example) => (
        <CurlExample key={example.name} title={t(`examples.${example.name}`)} {...{ example, server, customerId }} />
      ))}
    </ol>
  );
}

function CurlExample(props: { title: string; example: Example; server: string; customerId: string }) {
  const t = useTranslations("apiDocs");
  const { title, example, server, customerId } = props;
  const text = curlOf(example, server, customerId);
  return (
    <li>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-medium">{title}</h3>
        <CopyButton text={text} label={t("copy")} done={t("copied")} context={title} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard */}
      <pre tabIndex={0} className="mt-2 overflow-x-auto rounded-control border bg-sunken p-3 font-mono text-sm">
        <code>{text}</code>
      </pre>
    </li>
  );
}
