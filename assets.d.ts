/** The import yields the address under which the built app serves the file. */
declare module "*.woff2" {
  const address: string;
  export default address;
}

/** The package has no types for the part of the library that runs without a browser. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";

/** Renders the description of an API; the library has more settings than those that we use. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  export default function SwaggerUi(settings: {
    domNode: HTMLElement;
    spec: object;
    plugins: unknown[];
    layout: string;
    docExpansion: "none";
    defaultModelsExpandDepth: number;
    validatorUrl: null;
    requestInterceptor: (request: Record<string, unknown>) => Record<string, unknown>;
    onComplete: () => void;
  }): void;
}
