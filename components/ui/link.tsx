"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link within the product. What it leads to is fetched ahead once somebody points at it or comes to it by keyboard, not
 * when it is seen: a list has forty links, and each would be a request that most visits have no use for.
 */
export function Link({ prefetch, onPointerEnter, onFocus, ...rest }: ComponentProps<typeof NextLink>) {
  const [isMeant, setMeant] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={isMeant ? prefetch : false}
      onPointerEnter={(event) => {
        setMeant(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setMeant(true);
        onFocus?.(event);
      }}
    />
  );
}
