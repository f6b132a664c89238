import { sendGiftMailJob } from './gifts/send-gift-mail.job.ts';
import {
  notifyGroupEndJob,
  notifyGroupPaidJob,
  notifyGroupRefundedJob,
  remindGroupJob,
} from './group-purchases/notify-group.job.ts';
import { sendOrderMailJob } from './mails/send-order-mail.job.ts';
import { notifyOrderJob } from './news/notify-order.job.ts';
import { fillCotaPagesJob } from './numbers/fill-cota-pages.job.ts';
import { sendLookupCodeJob } from './own-numbers/send-lookup-code.job.ts';
import { endAllotmentsJob } from './stand/end-allotments.job.ts';

export const ordersJobs = [
  sendGiftMailJob,
  notifyGroupEndJob,
  notifyGroupPaidJob,
  notifyGroupRefundedJob,
  remindGroupJob,
  sendOrderMailJob,
  notifyOrderJob,
  sendLookupCodeJob,
  endAllotmentsJob,
  fillCotaPagesJob,
];
