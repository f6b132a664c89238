import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRichText } from '../rifas/rich-text.ts';
import { AUTOMATION_KINDS, AUTOMATIONS } from './automations.ts';
import { CAMPAIGN_STATUSES, type CampaignStatus, canMoveCampaign, isCampaignOpen } from './campaign-state.ts';
import { fillIn, fillInMarkdown } from './fill-in.ts';

describe('campaign states', () => {
  test.each<[CampaignStatus, CampaignStatus[]]>([
    ['draft', ['cancelled', 'scheduled']],
    ['scheduled', ['cancelled', 'draft']],
    ['sending', ['cancelled', 'paused']],
    ['paused', ['cancelled', 'sending']],
    ['sent', []],
    ['cancelled', []],
  ])('moves a campaign from %s only to the listed states', (from, targets) => {
    expect(CAMPAIGN_STATUSES.filter((to) => canMoveCampaign(from, to)).toSorted()).toEqual(targets);
  });

  // @covers storefront 4: campaigns: draft, scheduled, sending, paused, sent, cancelled; every reader once; mails
  //   a minute [domain/campaigns/campaign-state.ts, server/campaigns/messages/queue-messages.ts]
  test('allows edits only in draft', () => {
    expect(CAMPAIGN_STATUSES.filter(isCampaignOpen)).toEqual(['draft']);
  });
});

test('lists the four automations of the specification, each with its kind', () => {
  expect(AUTOMATIONS).toEqual(['welcome', 'abandoned_cart', 'draw_tomorrow', 'win_back']);
  expect(Object.keys(AUTOMATION_KINDS)).toEqual([...AUTOMATIONS]);
});

describe('placeholders', () => {
  test.each([
    ['Olá, {nome}!', { nome: 'Ana' }, 'Olá, Ana!'],
    ['{nome} {nome} {outro}', { nome: 'Ana' }, 'Ana Ana {outro}'],
    ['{constructor}', {}, '{constructor}'],
  ])('fills in %s', (text, facts, filled) => {
    expect(fillIn(text, facts)).toBe(filled);
  });

  test('escapes markup in values', () => {
    fc.assert(
      fc.property(fc.string(), (nome) => {
        const blocks = parseRichText(fillInMarkdown('Oi {nome}, tudo bem?', { nome }));
        expect(blocks).toHaveLength(1);
        const [block] = blocks;
        if (block?.type !== 'paragraph') throw new Error('not a paragraph');
        expect(block.content.every(({ type }) => type === 'text')).toBe(true);
      }),
    );
  });
});
