/** Names the route of a request's path for metrics: `/api/rifas/{slug}`, `/rifas/*`. */
import { contract } from '@mare/contract/contract.ts';

interface RouteNode {
  /** Route whose pattern ends at this node. */
  route?: string;
  children: Map<string, RouteNode>;
}

const PARAMETER = '{}';

/** @returns the contract's path of an API call, and the first segment of any other path */
export function createRouteOfPath(): (method: string, path: string) => string {
  const root: RouteNode = { children: new Map() };
  for (const path of contractPaths(contract)) addRoute(root, path);
  return (_method, path) => {
    const segments = path.split('/').filter(Boolean);
    if (segments[0] === 'api') return findRoute(root, segments.slice(1)) ?? '/api/*';
    if (segments[0] === 'auth') return `/${segments.slice(0, 3).join('/')}`;
    return segments.length > 1 ? `/${segments[0]}/*` : `/${segments[0] ?? ''}`;
  };
}

function* contractPaths(node: unknown): Generator<string> {
  if (node === null || typeof node !== 'object') return;
  if ('~orpc' in node) {
    const { route } = node['~orpc'] as { route?: { path?: string } };
    if (route?.path) yield route.path;
    return;
  }
  for (const child of Object.values(node)) yield* contractPaths(child);
}

function addRoute(root: RouteNode, path: string): void {
  let node = root;
  for (const segment of path.split('/').filter(Boolean)) {
    const key = segment.startsWith('{') ? PARAMETER : segment;
    let child = node.children.get(key);
    if (!child) node.children.set(key, (child = { children: new Map() }));
    node = child;
  }
  node.route = `/api${path}`;
}

function findRoute(node: RouteNode, segments: string[]): string | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return node.route;
  const exact = node.children.get(segment);
  const found = exact && findRoute(exact, rest);
  if (found) return found;
  const parameter = node.children.get(PARAMETER);
  return parameter && findRoute(parameter, rest);
}
