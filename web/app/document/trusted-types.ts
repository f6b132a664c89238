/**
 * Default Trusted Types policy. Allows scripts from this origin, text without markup (such as escaped JSON-LD), the empty
 * script element that React creates, and the inline script that contains this text. Render it in an inline script with
 * the page's nonce, before all other scripts.
 */
export const trustedTypesScript = `if(window.trustedTypes&&!trustedTypes.defaultPolicy){let own=document.currentScript.textContent;trustedTypes.createPolicy('default',{createHTML:s=>!s.includes('<')||s==='<script><\\/script>'?s:null,createScript:s=>s===own?s:null,createScriptURL:u=>new URL(u,document.baseURI).origin===location.origin?u:null})}`;
