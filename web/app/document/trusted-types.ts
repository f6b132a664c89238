/**
 * The only doors through which a script may enter the page once the policy demands Trusted Types: files of our own site,
 * text that makes no element, as what a page says of itself to search engines (escaped JSON), the empty element that React
 * makes, and the very script that this text is part of. Belongs in an inline script with
 * the page's nonce, before anything else runs.
 */
export const trustedTypesScript = `if(window.trustedTypes&&!trustedTypes.defaultPolicy){let own=document.currentScript.textContent;trustedTypes.createPolicy('default',{createHTML:s=>!s.includes('<')||s==='<script><\\/script>'?s:null,createScript:s=>s===own?s:null,createScriptURL:u=>new URL(u,document.baseURI).origin===location.origin?u:null})}`;
