/** Variables of the environment that a person may set for the local stack. */
export const ENVIRONMENT_HELP = `
Environment:
  PORT           port of the API and of the page (default 8080)
  HOST           address to listen on (default 127.0.0.1)
  DATA_DIR       folder of all data (default .data in the checkout)
  MODEL_PROFILE  auto, lite, clip-b32 or siglip2-b16 (default auto; see npm run models -- list)
  TEXT_ENCODER   auto, minilm or e5-small (default auto)
  PUBLIC_BASE_URL  address under which others reach the API, for the file addresses in answers`;
