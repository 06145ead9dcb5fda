/**
 * Process with a minimal server that rejects every request. A burst to this server shows how much the connections alone
 * slow down the requests of other projects.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const refusal = '{"errors":[{"message":"Try again later","extensions":{"code":"RATE_LIMITED"}}]}';
const server = createServer((incoming, outgoing) => {
  incoming.resume();
  incoming.once("end", () => outgoing.writeHead(429, { "content-type": "application/json" }).end(refusal));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port)); // a TCP server has an address
process.once("disconnect", () => process.exit());
