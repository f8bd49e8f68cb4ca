type Props = { groups: readonly { title: string; sentences: readonly string[] }[] };

/** What is paid, for which orders, and when. */
export function RuleList({ groups }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      {groups
        .filter(({ sentences }) => sentences.length > 0)
        .map(({ title, sentences }) => (
          <section key={title}>
            <h3 className="text-sm font-medium text-muted">{title}</h3>
            <ul className="ms-5 grid list-disc gap-0.5 wrap-anywhere">
              {sentences.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
