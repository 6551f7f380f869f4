// Written by `npm run generate` from layout.mjml; edit that instead.

/** The pieces of an email in HTML: `[[name]]` is the place of another piece, `{{name}}` of a value. */
export const LAYOUT = {
  page: `<!doctype html>
<html lang="{{language}}" dir="ltr" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>{{subject}}</title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css">
#outlook a { padding:0; }
body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript>
<xml>
<o:OfficeDocumentSettings>
<o:AllowPNG/>
<o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings>
</xml>
</noscript>
<![endif]-->
<!--[if lte mso 11]>
<style type="text/css">
.mj-outlook-group-fix { width:100% !important; }
</style>
<![endif]-->
<style type="text/css">
@media only screen and (min-width:480px) {
.mj-column-per-100 { width:100% !important; max-width: 100%; }
}
</style>
<style media="screen and (min-width:480px)">
.moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
</style>
<style type="text/css">
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { text-decoration: underline; }
.page { padding: 0 16px; }
.text { overflow-wrap: anywhere; }
@media (max-width: 479px) {
.card > table > tbody > tr > td { padding: 24px 20px 8px !important; }
.facts th, .facts td { display: block !important; width: auto !important; padding: 0 0 2px !important; border: 0 !important; }
.facts td { padding-bottom: 10px !important; }
}
@media (prefers-color-scheme: dark) {
.canvas, .canvas > div { background: #121517 !important; }
.card, .card > table { background: #1d2326 !important; }
.text div, .text p, .text h1, .text h2, .text li, .text a, .facts td, .brand div { color: #dfe4e6 !important; }
.muted div, .muted a, .facts th { color: #bcc5c9 !important; }
.facts th, .facts td { border-color: #3d474c !important; }
}
</style>
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
</head>
<body class="canvas" style="word-spacing:normal;background-color:#f3f5f5;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">{{preview}}</div>
<div aria-label="{{subject}}" aria-roledescription="email" role="main" lang="{{language}}" dir="ltr" style="word-spacing:normal;background-color:#f3f5f5;">
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="page-outlook" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div class="page" style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:24px 0 32px;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" width="600px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:0 0 16px;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
<tbody>
[[brand]]
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table></td></tr><tr><td class="card-outlook" width="600px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div class="card" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;">
<tbody>
<tr>
<td style="border-top:4px solid {{accent}};direction:ltr;font-size:0px;padding:32px 32px 16px;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:536px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
<tbody>
[[body]]
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table></td></tr><tr><td class="" width="600px" ><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;">
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:16px 0 0;text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%">
<tbody>
<tr>
<td align="left" class="text muted" style="font-size:0px;padding:0;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;line-height:1.5;text-align:left;color:#55615f;">{{reason}}</div>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</div>
</body>
</html>`,
  name: `<tr>
<td align="left" class="brand" style="font-size:0px;padding:0;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:18px;font-weight:600;line-height:1.5;text-align:left;color:#1d2326;">{{name}}</div>
</td>
</tr>`,
  logo: `<tr>
<td align="left" class="brand" style="font-size:0px;padding:0;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><img src="{{logoUrl}}" alt="{{name}}" height="40" style="display:block;height:40px;width:auto;max-width:240px;"/></div>
</td>
</tr>`,
  heading: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><h1 style="margin:0;font-size:22px;line-height:1.3;font-weight:600;">{{text}}</h1></div>
</td>
</tr>`,
  paragraph: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><p style="margin:0;">{{text}}</p></div>
</td>
</tr>`,
  word: `{{text}}`,
  address: `<a href="{{url}}" style="color:#1d2326;">{{url}}</a>`,
  line: `[[words]]<br/>`,
  lines: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><p style="margin:0;">[[line]]</p></div>
</td>
</tr>`,
  link: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><p style="margin:0;">{{text}}:<br/><a href="{{url}}" style="color:#1d2326;">{{url}}</a></p></div>
</td>
</tr>`,
  fact: `<tr>
<th scope="row" width="110" style="padding:8px 16px 8px 0;border-top:1px solid #dfe4e6;color:#55615f;font-weight:400;text-align:left;vertical-align:top;">{{label}}</th>
<td style="padding:8px 0;border-top:1px solid #dfe4e6;overflow-wrap:anywhere;vertical-align:top;">{{value}}</td>
</tr>`,
  facts: `<tr>
<td align="left" class="facts" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<table cellpadding="0" cellspacing="0" width="100%" border="0" style="color:#1d2326;font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.4;table-layout:auto;width:100%;border:none;">
[[fact]]
</table>
</td>
</tr>`,
  section: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><h2 style="margin:0;padding-top:8px;font-size:18px;line-height:1.3;font-weight:600;">{{text}}</h2></div>
</td>
</tr>`,
  linkedSection: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><h2 style="margin:0;padding-top:8px;font-size:18px;line-height:1.3;font-weight:600;"><a href="{{url}}" style="color:#1d2326;">{{text}}</a></h2></div>
</td>
</tr>`,
  item: `<li style="padding-bottom:4px;">{{text}}</li>`,
  linkedItem: `<li style="padding-bottom:4px;"><a href="{{url}}" style="color:#1d2326;">{{text}}</a></li>`,
  list: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><p style="margin:0;padding-bottom:4px;">{{title}}:</p>
<ul style="margin:0;padding-left:24px;">
[[entries]]
</ul></div>
</td>
</tr>`,
  step: `<li style="padding-bottom:8px;">{{text}}</li>`,
  linkedStep: `<li style="padding-bottom:8px;"><a href="{{url}}" style="color:#1d2326;">{{text}}</a></li>`,
  steps: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><ol style="margin:0;padding-left:24px;">
[[items]]
</ol></div>
</td>
</tr>`,
  button: `<tr>
<td align="left" class="text" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;line-height:1.5;text-align:left;color:#1d2326;"><p style="margin:0;">{{text}}:</p></div>
</td>
</tr>
<tr>
<td align="left" style="font-size:0px;padding:0 0 12px;word-break:break-word;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;line-height:100%;">
<tbody>
<tr>
<td align="center" bgcolor="{{accent}}" role="presentation" style="border:none;border-radius:8px;cursor:auto;mso-padding-alt:13px 24px;background:{{accent}};" valign="middle">
<a href="{{url}}" style="display:inline-block;background:{{accent}};color:{{onAccent}};font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:16px;font-weight:600;line-height:120%;margin:0;text-decoration:none;text-transform:none;padding:13px 24px;mso-padding-alt:0px;border-radius:8px;" target="_blank">
{{label}}
</a>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
<tr>
<td align="left" class="text muted" style="font-size:0px;padding:0 0 16px;word-break:break-word;">
<div style="font-family:'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif;font-size:13px;line-height:1.5;text-align:left;color:#55615f;">{{orOpen}}<br/><a href="{{url}}" style="color:#55615f;">{{url}}</a></div>
</td>
</tr>`,
} as const;
