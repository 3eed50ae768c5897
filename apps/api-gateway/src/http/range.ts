const DIA_MS = 86_400_000;

/** A range of instants, ms. Without `hasta` it ends now; without `desde` it begins a day before its end. */
export const rangeOf = ({ desde, hasta }: { desde?: number | undefined; hasta?: number | undefined }) => {
  const fin = hasta ?? (desde === undefined ? Date.now() : Math.max(Date.now(), desde + 1));
  return { desde: desde ?? Math.max(0, fin - DIA_MS), hasta: fin };
};
