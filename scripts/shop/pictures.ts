const ink = "#3b2a20";
const line = `stroke="${ink}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"`;

const bag = (paper: string, label: string) => `
  <path d="M66 52h68l8 108q0 8-8 8H66q-8 0-8-8z" fill="${paper}" ${line}/>
  <path d="M66 52l6-14h56l6 14z" fill="${paper}" ${line}/>
  <path d="M72 38h56M80 45h40" fill="none" ${line}/>
  <rect x="74" y="86" width="52" height="46" rx="4" fill="${label}" ${line}/>
  <ellipse cx="100" cy="109" rx="11" ry="15" fill="${ink}" transform="rotate(28 100 109)"/>
  <path d="M94 98q12 8 9 23" fill="none" stroke="${label}" stroke-width="3"/>`;

const parcel = `
  <path d="M48 78l52-22 52 22v66l-52 22-52-22z" fill="#d9b98c" ${line}/>
  <path d="M48 78l52 22 52-22M100 100v66" fill="none" ${line}/>
  <path d="M74 67l52 22v20" fill="none" stroke="#b4532a" stroke-width="6"/>`;

const drawings: Record<string, string> = {
  "beans-house": bag("#c98f5a", "#fbf3e6"),
  "beans-espresso": bag("#6b4632", "#f1d9b8"),
  "beans-ethiopia": bag("#e7b6a0", "#fffaf0"),
  "beans-decaf": bag("#9db5a0", "#fbf3e6"),
  "beans-kilo": bag("#b87b48", "#fbf3e6"),
  "sub-house": bag("#c98f5a", "#dfeae0"),
  "sub-espresso": bag("#6b4632", "#dfeae0"),
  filters: `
    <path d="M50 70h100l-30 82q-2 6-8 6H88q-6 0-8-6z" fill="#fffdf8" ${line}/>
    <path d="M62 70l26 82M138 70l-26 82M100 70v86" fill="none" stroke="#d8c8b4" stroke-width="3"/>
    <path d="M50 70q50 -24 100 0" fill="#f3e8d8" ${line}/>`,
  dripper: `
    <path d="M52 66h96l-32 62H84z" fill="#fffdf8" ${line}/>
    <path d="M146 76q26 0 20 22t-34 14" fill="none" ${line}/>
    <path d="M66 134h68v10H66z" fill="#fffdf8" ${line}/>
    <path d="M100 146v16" fill="none" stroke="#8a5a36" stroke-width="4" stroke-dasharray="5 7" stroke-linecap="round"/>`,
  kettle: `
    <path d="M68 84h62q14 30 12 66 0 8-8 8H62q-8 0-8-8 0-36 14-66z" fill="#3f4a4d" ${line}/>
    <path d="M78 84q0-14 21-14t21 14z" fill="#56646a" ${line}/>
    <circle cx="99" cy="64" r="6" fill="#c98f5a" ${line}/>
    <path d="M56 136q-22-6-20-44 0-20-14-22" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/>
    <path d="M134 92q36-8 34 22t-28 34" fill="none" ${line}/>`,
  grinder: `
    <path d="M100 50V36h46" fill="none" ${line}/>
    <circle cx="150" cy="36" r="8" fill="#8a5a36" ${line}/>
    <rect x="76" y="50" width="48" height="68" rx="8" fill="#c9cfd1" ${line}/>
    <rect x="80" y="118" width="40" height="48" rx="6" fill="#8a5a36" ${line}/>
    <path d="M88 66v36M112 66v36" fill="none" stroke="#eef1f2" stroke-width="4" stroke-linecap="round"/>`,
  mug: `
    <path d="M60 78h72v62q0 22-22 22H82q-22 0-22-22z" fill="#dcc3a1" ${line}/>
    <path d="M132 92q32-4 30 20t-30 24" fill="none" ${line}/>
    <path d="M60 104h72" fill="none" stroke="#f4e7d3" stroke-width="8"/>
    <path d="M82 62q-8-10 0-18t0-16M108 62q-8-10 0-18t0-16" fill="none" stroke="#b79b82" stroke-width="4" stroke-linecap="round"/>`,
};

export const pictureOf = (id: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="#f2e6d5"/>
  <ellipse cx="100" cy="168" rx="58" ry="7" fill="#e2d0b8"/>${drawings[id.replace("prod_", "")] ?? parcel}</svg>`;
