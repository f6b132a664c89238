/** Rejections of approvals, support, campaigns and bulk actions in the admin panel. */
import { z } from 'zod';
import { APPROVAL_REJECTIONS } from '@mare/domain/approvals/two-person-rule.ts';

export const panelErrors = {
  ALREADY_REQUESTED: { status: 409, message: 'the same action already waits for a second person' },
  CASH_REFUND_FINAL: { status: 409, message: 'the cash refund cannot be cancelled any more' },
  REFUND_NOT_RECORDABLE: {
    status: 409,
    message: 'the payment is disputed or has too little left, or the cotas have left the order otherwise',
  },
  SECOND_PERSON_REQUIRED: { status: 409, message: 'requires the two-person rule' },
  APPROVAL_REJECTED: {
    status: 409,
    message: 'the action cannot be approved or cancelled',
    data: z.object({ reason: z.enum(APPROVAL_REJECTIONS) }),
  },
  SELECTION_EMPTY: { status: 409, message: 'the filter finds nothing, or only similar names' },
  SELECTION_TOO_LARGE: { status: 409, message: 'the filter finds more than one action may have' },
  CANNOT_UNDO: { status: 409, message: 'running, already undone, or of a kind that cannot be undone' },
  TICKET_CLOSED: { status: 409, message: 'the ticket is closed' },
  TICKET_CHANGED: { status: 409, message: 'invalid transition of the ticket’s status' },
  TOO_MANY_TAGS: { status: 409, message: 'a ticket has at most ten tags' },
  AGENT_LEFT: { status: 409, message: 'the person has lost the role that this takes' },
  REPLY_INCOMPLETE: { status: 400, message: 'the text has open variables, or there is nothing to do' },
  BLANK_NOTIFICATION: { status: 422, message: 'title or message is blank' },
  CAMPAIGN_STATE: { status: 409, message: 'invalid state transition of the campaign' },
  COUPON_EXISTS: { status: 409, message: 'the coupon code already exists' },
  COUPON_PERSON_UNKNOWN: {
    status: 422,
    message: 'no account has this e-mail address',
    data: z.object({ email: z.string() }),
  },
  COUPON_LIMIT: { status: 409, message: 'the limit is below the number of uses' },
  TEST_RUNNING: { status: 409, message: 'another A/B test runs at this place' },
} as const;
