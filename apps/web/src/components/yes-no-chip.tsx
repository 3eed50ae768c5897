interface Props {
  valor: 0 | 1 | boolean;
  /** A "Sí" that is bad news (Suspendido) is drawn as a warning. */
  malo?: boolean;
}

/** Sí or No, told by the word and by the fill. Styled by the theme's global CSS: a list holds two of them a row. */
export const SiNoChip = ({ valor, malo = false }: Props) => (
  <span className="si-no-chip" data-si={valor ? '' : undefined} data-malo={malo ? '' : undefined}>
    {valor ? 'Sí' : 'No'}
  </span>
);
