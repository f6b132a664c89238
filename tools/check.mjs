/** `npm run check`: what a change breaks most often, in under a minute: all but the tests that need a database or a browser. */
import { conclude, runStep, runUnitTests, STATIC_STEPS } from './kit/steps.mjs';
import { ensureInstalled } from './kit/workspace.mjs';

ensureInstalled();
// The tests first: what a change breaks is told within seconds, before the slower looks at the whole.
const results = [await runUnitTests('rules')];
const run = async (steps) => {
  for (const step of steps) results.push(await runStep(step));
};
const [routeTypes, types] = ['route types', 'types'].map((name) =>
  STATIC_STEPS.find((step) => step.name === name),
);
const others = STATIC_STEPS.filter((step) => step !== routeTypes && step !== types);
// Types and lint take longest: side by side, once there are types of the routes.
await run([routeTypes]);
await Promise.all([run([types]), run(others)]);
conclude(results);
