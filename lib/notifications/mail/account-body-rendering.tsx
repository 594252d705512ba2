import { Hr, Text } from "@react-email/components";
import type { ReactElement } from "react";
import { LINE, MailButton, MailFrame, small, text } from "@/lib/outbox/frame-rendering";

/** A mail about a person's own access: what happened, and what to do if it was somebody else. */
export function AccountMail(props: {
  lang: string;
  heading: string;
  greeting: string;
  body: string;
  /** Further paragraphs. */
  notes: string[];
  advice: string;
  link: string;
  button: string;
  linkHint: string;
  sentBy: string;
}): ReactElement {
  return (
    <MailFrame lang={props.lang} preview={props.body} heading={props.heading}>
      <Text style={text}>{props.greeting}</Text>
      <Text style={text}>{props.body}</Text>
      {props.notes.map((note) => (
        <Text key={note} style={text}>
          {note}
        </Text>
      ))}
      <MailButton href={props.link} label={props.button} hint={props.linkHint} />
      <Hr style={{ borderColor: LINE, margin: "24px 0 16px" }} />
      <Text style={small}>{props.advice}</Text>
      <Text style={{ ...small, margin: 0 }}>{props.sentBy}</Text>
    </MailFrame>
  );
}
