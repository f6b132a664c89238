/** The floor of `live`: plain HTTP event streams of the same bytes, without database or framework. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const open = new Set<ServerResponse>();

const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write('event: message\ndata: {}\n\n');
  open.add(response);
  response.on('close', () => open.delete(response));
}).listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));

process.on('disconnect', () => process.exit());
process.on('message', (event: string) => {
  for (const response of open) response.write(event);
});
