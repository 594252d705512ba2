/** The import yields the address under which the built app serves the file. */
declare module "*.woff2" {
  const address: string;
  export default address;
}

/** The package has no types for the part of the library that runs without a browser. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs";
