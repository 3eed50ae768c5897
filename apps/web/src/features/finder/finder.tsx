import { useDeferredValue, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useWideScreen } from '../../lib/screen.js';
import { readUsuario } from '../../lib/session.js';
import { useListsOfAdmin, useListsOfUsuario } from './api/lists.js';
import { Palette } from './components/palette.js';
import { find, indexOf } from './lib/find.js';
import type { Findable } from './lib/findable.js';
import { texts } from './textos.js';

/** Most rows shown; a search that finds more needs another letter. */
const MOST_ROWS = 40;

interface Props {
  onClose: () => void;
}

/** Finds what the person may open, by name, number, mail or IMEI, and offers its actions. */
export default function Finder({ onClose }: Props) {
  return readUsuario()?.rol === 'usuario' ? <OfUsuario onClose={onClose} /> : <OfAdmin onClose={onClose} />;
}

const OfAdmin = ({ onClose }: Props) => <Search {...useListsOfAdmin()} onClose={onClose} />;
const OfUsuario = ({ onClose }: Props) => <Search {...useListsOfUsuario()} onClose={onClose} />;

interface SearchProps extends Props {
  all: readonly Findable[];
  loading: boolean;
  failed: boolean;
}

function Search({ all, loading, failed, onClose }: SearchProps) {
  const navigate = useNavigate();
  const wide = useWideScreen();
  const hint = texts.hint(wide);
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<Findable | null>(null);
  const index = useMemo(() => indexOf(all), [all]);
  const search = useDeferredValue(q);
  const found = useMemo(() => (chosen ? [] : find(index, search)), [index, search, chosen]);

  if (chosen)
    return (
      <Palette
        title={chosen.title}
        placeholder={chosen.title}
        q=""
        onSearch={(text) => {
          setChosen(null);
          setQ(text);
        }}
        entries={chosen.actions.map(({ text, to }) => ({
          key: to,
          title: text,
          choose: () => {
            onClose();
            void navigate(to);
          },
        }))}
        note={hint}
        onBack={() => setChosen(null)}
        onClose={onClose}
      />
    );

  const rest = found.length - MOST_ROWS;
  const nothing = search.trim() !== '' && found.length === 0;
  const note = loading && found.length === 0 ? texts.loading : nothing ? texts.nothing : hint;
  return (
    <Palette
      title={texts.title}
      placeholder={texts.search(wide)}
      q={q}
      onSearch={setQ}
      entries={found.slice(0, MOST_ROWS).map((one) => ({
        key: `${one.kind}-${one.id}`,
        title: one.title,
        detail: one.detail,
        kind: texts.kinds[one.kind],
        choose: () => setChosen(one),
      }))}
      note={[note, rest > 0 && texts.more(rest), failed && texts.failure].filter(Boolean).join(' ')}
      onClose={onClose}
    />
  );
}
