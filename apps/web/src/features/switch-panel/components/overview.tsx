import { Input } from '@chakra-ui/react';
import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { SearchIcon } from '../../../components/icons.js';
import { ZoneNote } from '../../../components/zone-note.js';
import { moveAlong } from '../../../lib/arrow-keys.js';
import { showWhole } from '../../../lib/screen.js';
import { useByClock } from '../../../lib/time/clock.js';
import type { Change } from '../lib/face.js';
import { sentenceOf, type Filter, type Which } from '../lib/filter.js';
import { texts } from '../textos.js';
import './panel.css';

interface Props {
  /** Undefined while unknown, as opposed to an empty list. */
  switches: readonly SwitchEnVivo[] | undefined;
  turnos: readonly Turno[];
  changes: ReadonlyMap<number, Change>;
  problems: ReadonlySet<number>;
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

/** A sentence about the open switches, and the filters. */
export function Overview({ switches, turnos, changes, problems, filter, onFilter }: Props) {
  const sentence = useByClock((now) => (switches ? sentenceOf(switches, { turnos, changes }, now) : texts.unread));
  const counts: Record<Which, number | undefined> = {
    todo: switches?.length,
    encendidos: switches?.filter(({ estado }) => estado === 1).length,
    problema: switches && problems.size,
  };
  const zonas = [...new Set(switches?.map(({ zona }) => zona))].sort((a, b) => a.localeCompare(b, 'es'));
  return (
    <div className="panel-resumen">
      <div className="panel-frase">
        <div>
          <p role="status" data-resumen>
            {sentence}
          </p>
          <ZoneNote />
        </div>
        {(switches?.length ?? 0) > 6 && (
          <span className="panel-busca">
            <SearchIcon />
            <Input
              type="search"
              minH="11"
              bg="bg.panel"
              placeholder={texts.search}
              aria-label={texts.search}
              value={filter.search}
              onChange={({ target }) => onFilter({ ...filter, search: target.value })}
            />
          </span>
        )}
      </div>
      {/* One stop of Tab, however many sectors there are: the first switch is never far. */}
      <div
        className="campo-filtros"
        role="toolbar"
        aria-label={texts.filtersLabel}
        onFocus={showWhole}
        onKeyDown={moveAlong}
      >
        {(Object.keys(counts) as Which[]).map((which) => (
          <button
            key={which}
            type="button"
            aria-pressed={filter.which === which && filter.zona === ''}
            tabIndex={filter.which === which && filter.zona === '' ? 0 : -1}
            data-problema={(which === 'problema' && problems.size > 0) || undefined}
            onClick={() => onFilter({ ...filter, which, zona: '' })}
          >
            {texts.filters[which]} {counts[which] ?? texts.unread}
          </button>
        ))}
        {zonas.length > 1 &&
          zonas.map((zona) => (
            <button
              key={zona}
              type="button"
              aria-pressed={filter.zona === zona}
              tabIndex={filter.zona === zona ? 0 : -1}
              onClick={() => onFilter({ ...filter, which: 'todo', zona: filter.zona === zona ? '' : zona })}
            >
              {zona}
            </button>
          ))}
      </div>
    </div>
  );
}
