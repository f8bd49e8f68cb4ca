export const firstNames =
  "Mira Jonas Amara Lucas Ines Tom Yuki Noor Elena Piotr Sofia Malik Greta Hugo Priya Oskar Leila Mateo Anouk Finn Zofia Samir Clara Diego Hanna Emil Ayşe Nils Chiara Ravi Maeve Ola Julie Théo Katja Ben Rosa Ivan Lina Aleksi".split(
    " ",
  );
export const lastNames =
  "Lindqvist Okafor Meyer Silva Tanaka Novak Dubois Rossi Haddad Kowalski Jensen Fischer Moreau Patel García Virtanen O’Brien Schneider Costa Yılmaz Larsen Weber Petrov Romano Andersson Bakker Hoffmann Marino Nowak Leroy Kaya Berg Müller Santos Ricci Vos Keller Janssen Blanc Stein".split(
    " ",
  );
const before =
  "slow third morning daily little honest quiet golden corner city home second perfect nordic wild early plain bright better lucky".split(
    " ",
  );
const after =
  "pour cup roast brew bean grind filter crema kettle press barista espresso drip bloom mug arabica portafilter steam table kitchen".split(
    " ",
  );

export const siteName = (n: number) => `${before[n % 20]}-${after[(n * 7 + Math.floor(n / 20)) % 20]}`;

export const groups = ["Bloggers", "Baristas", "Newsletters", "Video", "Podcasts", "Deal sites"] as const;
export const countries = ["DE", "FR", "NL", "US", "GB", "IT", "ES", "SE", "PL", "JP", "CA", "AT"] as const;
export const methods = ["paypal", "bank_transfer", "wise"] as const;

export const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/ı/g, "i")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();

export const pages = [
  { path: "/", name: "Home page" },
  { path: "/products/beans-house", name: "House blend" },
  { path: "/collections/brewing-gear", name: "Brewing gear" },
  { path: "/subscriptions", name: "Subscriptions" },
  { path: "/gifts", name: "Gift guide" },
] as const;

export const notes = [
  "Met at the coffee festival; wants early access to new roasts.",
  "Asks for a higher rate before the holidays.",
  "Reviews two grinders a month.",
  "Prefers to be paid at the end of the month.",
] as const;
