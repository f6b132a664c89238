/**
 * What the server drew stands there before its script has come: a press on it is kept, and given again once React has
 * taken the control over. The last press alone, as somebody who goes on pressing wants that and nothing before. Links
 * need none of it, nor do forms that name an address, nor what came after the page, as the widget of a captcha does.
 * Belongs in an inline script, before anything else can be pressed.
 */
export const earlyPressScript = `{let s='button,[type=radio],[type=checkbox]',d,t,c,drop=()=>{clearInterval(t);if(c)delete c.dataset.pressed},alive=()=>Object.keys(c).some(k=>k.startsWith('__reactProps'));addEventListener('DOMContentLoaded',()=>{d=new WeakSet(document.querySelectorAll(s))});addEventListener('click',e=>{drop();c=e.target.closest(s);if(!c||d&&!d.has(c)||alive()||c.type==='submit'&&c.form?.hasAttribute('action'))return;e.preventDefault();e.stopPropagation();c.dataset.pressed='';t=setInterval(()=>{if(alive()){drop();c.click()}},50)},true)}`;
