import { Hr, Img, Section, Text } from "@react-email/components";
import { Fragment, type ReactElement } from "react";
import { LINE, MailButton, MailFrame, small, text } from "@/lib/outbox/frame-rendering";

export interface MandateMailTexts {
  headline: string;
  subtitle: string;
  /** Paragraphs, separated by blank lines. */
  body: string;
  shortInfo: string;
  /** First line of the mail, if the payer was asked before. */
  reminderLine: string | null;
  invoiceLine: string | null;
  button: string;
  linkHint: string;
  rights: string;
  contact: string;
  sentBy: string;
}

export interface MailLogo {
  src: string;
  width: number;
  height: number;
  alt: string;
}

/**
 * The mail that asks a payer for a mandate. The supplier may phrase who asks and why. What is asked for, the link, the
 * payer's rights and the sender are always present, in our own texts.
 */
export function MandateRequestMail(props: {
  lang: string;
  link: string;
  logo?: MailLogo;
  texts: MandateMailTexts;
}): ReactElement {
  const { lang, link, logo, texts } = props;
  const preview = [texts.subtitle, texts.body].filter(Boolean).join(" ").replace(/\s+/g, " ");
  return (
    <MailFrame
      lang={lang}
      preview={preview}
      above={logo ? <Logo {...logo} /> : null}
      heading={texts.headline}
      subheading={texts.subtitle}
    >
      {texts.reminderLine && <Text style={text}>{texts.reminderLine}</Text>}
      <Paragraphs content={texts.body} style={text} />
      {texts.invoiceLine && <Text style={{ ...text, fontWeight: 600 }}>{texts.invoiceLine}</Text>}
      {texts.shortInfo && (
        <Section style={{ backgroundColor: "#f7f6f3", borderRadius: "8px", padding: "14px 16px" }}>
          <Paragraphs content={texts.shortInfo} style={{ ...text, fontSize: "14px", lineHeight: "22px", margin: 0 }} />
        </Section>
      )}
      <MailButton href={link} label={texts.button} hint={texts.linkHint} />
      <Hr style={{ borderColor: LINE, margin: "24px 0 16px" }} />
      <Text style={small}>{texts.rights}</Text>
      <Text style={small}>{texts.contact}</Text>
      <Text style={{ ...small, margin: 0 }}>{texts.sentBy}</Text>
    </MailFrame>
  );
}

function Logo({ src, width, height, alt }: MailLogo): ReactElement {
  return <Img src={src} width={width} height={height} alt={alt} style={{ margin: "0 0 24px", maxWidth: "100%" }} />;
}

/** Renders typed text: blank lines separate paragraphs, line breaks stay. React escapes it. */
function Paragraphs({ content, style }: { content: string; style: React.CSSProperties }): ReactElement[] {
  return content.split(/\n{2,}/).map((paragraph, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, to a string
    <Text key={at} style={style}>
      {paragraph.split("\n").map((line, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, to a string
        <Fragment key={row}>
          {row > 0 ? <br /> : null}
          {line}
        </Fragment>
      ))}
    </Text>
  ));
}
