import type { TransitionEvent } from 'react';

/**
 * An event without a default action, and that no other code handles. The inline script below dispatches it at a
 * control; only a hydrated control passes it to React, whose handler on the body cancels it.
 */
const PROBE = 'transitioncancel';

/** Handler of the probe, on the body. The browser's own events of this type cannot be cancelled. */
export function confirmHydration(event: TransitionEvent): void {
  event.preventDefault();
}

/**
 * Replays a click on a server-rendered control once it is hydrated. Replays only the last click, because a user who
 * clicks elsewhere has changed their mind. Skips links and forms with an action, which work without hydration, and
 * controls added after the page loaded (such as a captcha's). An inline script in the head, so that it runs before
 * any click.
 */
export const preHydrationClickScript = `{let s='button,[type=radio],[type=checkbox]',d,t,c,drop=()=>{clearInterval(t);if(c)delete c.dataset.pressed},hydrated=()=>!c.dispatchEvent(new Event('${PROBE}',{bubbles:true,cancelable:true}));addEventListener('DOMContentLoaded',()=>{d=new WeakSet(document.querySelectorAll(s))});addEventListener('click',e=>{drop();c=e.target.closest(s);if(!c||d&&!d.has(c)||hydrated()||c.type==='submit'&&c.form?.hasAttribute('action'))return;e.preventDefault();e.stopPropagation();c.dataset.pressed='';t=setInterval(()=>{if(hydrated()){drop();c.click()}},50)},true)}`;
