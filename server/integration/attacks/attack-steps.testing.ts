/** Steps of an attack: real HTTP operations, with ids and contacts of the victim mixed in. */
import fc from 'fast-check';
import type { ShopResponse } from './attacked-shop.testing.ts';
import { AUTH_ROUTES, type AuthRoute, callAuth } from './auth-steps.testing.ts';
import {
  ATTACKER_IP,
  authRequest,
  chooser,
  type AttackerState,
  type Picks,
  tokensIn,
} from './attacker-state.testing.ts';
import { PROCEDURE_NAMES } from '../requests/procedures.testing.ts';
import { callProcedure, SENSITIVE } from './procedure-steps.testing.ts';

export type Step =
  | { do: 'call'; name: string; times: number; picks: Picks }
  | { do: 'auth'; route: AuthRoute; times: number; picks: Picks }
  | { do: 'wait'; seconds: number }
  /** Concurrently. */
  | { do: 'both'; steps: readonly Step[] };

/** Repetitions; 12 reaches limits of the number of calls. */
const times = fc.constantFrom(1, 1, 1, 1, 12);
const picks = fc.array(fc.nat({ max: 999 }), { minLength: 6, maxLength: 6 });

/** Single steps, and two concurrent ones: the same step twice, or different ones. */
export function stepArbitrary(focus: readonly AuthRoute[] = AUTH_ROUTES): fc.Arbitrary<Step> {
  const single = singleStep(focus);
  const knowsPasswordOrNot = (steps: fc.Arbitrary<readonly Step[]>) =>
    fc.record({ do: fc.constant('both' as const), steps });
  return fc.oneof(
    { weight: 5, arbitrary: single },
    { weight: 1, arbitrary: knowsPasswordOrNot(single.map((step) => [step, step])) },
    { weight: 1, arbitrary: knowsPasswordOrNot(fc.tuple(single, single)) },
  );
}

function singleStep(focus: readonly AuthRoute[]): fc.Arbitrary<Step> {
  const call = (names: readonly string[]) =>
    fc.record({ do: fc.constant('call' as const), name: fc.constantFrom(...names), times, picks });
  return fc.oneof(
    { weight: 5, arbitrary: call(SENSITIVE) },
    { weight: 4, arbitrary: call(PROCEDURE_NAMES) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('auth' as const),
        route: fc.constantFrom(...focus),
        times,
        picks,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        seconds: fc.constantFrom(31, 61, 301, 601, 3500),
      }),
    },
  );
}

const FIRST_CHOICES = [0, 0, 0, 0, 0, 0];

/** Every operation of the auth service, and every sensitive one of the contract, once, on the victim. */
export function walk(routes: readonly AuthRoute[]): Step[] {
  return [
    ...routes.map((route): Step => ({ do: 'auth', route, times: 1, picks: FIRST_CHOICES })),
    ...SENSITIVE.map((name): Step => ({ do: 'call', name, times: 1, picks: FIRST_CHOICES })),
  ];
}

export async function runStep(state: AttackerState, step: Step): Promise<ShopResponse[]> {
  const responses: ShopResponse[] = [];
  if (step.do === 'wait') {
    state.shop.wait(step.seconds);
    if (step.seconds > 3000) await refreshSessions(state);
  } else if (step.do === 'both') {
    const taken = await Promise.all(step.steps.map((one) => runStep(state, one)));
    responses.push(...taken.flat());
  } else
    for (let time = 0; time < step.times; time++)
      responses.push(
        step.do === 'call'
          ? await callProcedure(state, step.name, step.picks)
          : await callAuth(state, step.route, chooser(step.picks)),
      );
  return responses;
}

/** Refreshes like the client does before an access token expires. */
async function refreshSessions(state: AttackerState): Promise<void> {
  for (const session of state.sessions) {
    const request = authRequest('POST', '/token?grant_type=refresh_token', {
      refresh_token: session.refresh,
    });
    const { status, text } = await state.shop.send(request, { ipAddress: ATTACKER_IP });
    if (status === 200) Object.assign(session, tokensIn(text));
  }
}
