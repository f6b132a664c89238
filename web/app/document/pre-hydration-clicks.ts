import type { TransitionEvent } from 'react';

/**
 * An event that no code of ours, React or the browser acts on. The inline script below dispatches it at a control; only
 * a hydrated control passes it to React, whose handler on the body cancels it.
 */
const PROBE = 'transitioncancel';

/** Handler of the probe, on the body. The browser's own events of this type cannot be cancelled. */
export function confirmHydration(event: TransitionEvent): void {
  event.preventDefault();
}

/**
 * Replays a click on a server-rendered control that is not hydrated yet, as soon as it is. Only the last click: a user
 * who clicks elsewhere wants that instead. Links and forms with an action work without hydration; controls added after
 * the page loaded (such as a captcha's) are not ours. An inline script in the head, so that it precedes any click.
 */
export const preHydrationClickScript = `{let s='button,[type=radio],[type=checkbox]',d,t,c,drop=()=>{clearInterval(t);if(c)delete c.dataset.pressed},hydrated=()=>!c.dispatchEvent(new Event('${PROBE}',{bubbles:true,cancelable:true}));addEventListener('DOMContentLoaded',()=>{d=new WeakSet(document.querySelectorAll(s))});addEventListener('click',e=>{drop();c=e.target.closest(s);if(!c||d&&!d.has(c)||hydrated()||c.type==='submit'&&c.form?.hasAttribute('action'))return;e.preventDefault();e.stopPropagation();c.dataset.pressed='';t=setInterval(()=>{if(hydrated()){drop();c.click()}},50)},true)}`;
