/** A piece of the document. Its shape is the OpenAPI specification's, and a test holds the whole to it. */
export type Json =
  null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = Readonly<Record<string, Json | undefined>>;
