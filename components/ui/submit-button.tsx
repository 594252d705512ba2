"use client";

import { useFormStatus } from "react-dom";
import { Button, type ButtonProps } from "./button";

/** For a plain form around a server action: works without JavaScript, and shows that it works with it. */
export function SubmitButton(props: ButtonProps) {
  const { pending } = useFormStatus();
  return <Button {...props} type="submit" busy={pending} />;
}
