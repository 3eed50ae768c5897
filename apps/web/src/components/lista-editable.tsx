import { Button, IconButton } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { LapizIcon, MasIcon } from './icons.js';
import { Pagina } from './pagina.js';
import type { Columna } from './tabla/columna.js';
import { Tabla } from './tabla/tabla.js';

interface Registro {
  id: number;
  nombre: string;
}

export interface RegistroAbierto<T> {
  /** Null: a new one. */
  registro: T | null;
  /** The same record as the list has it now: newer than `registro` when somebody else saved. */
  guardado: T | undefined;
  cerrar: () => void;
}

interface Props<T> {
  titulo: string;
  /** What the rows are, in plural: names the search box and the CSV file. */
  nombre: string;
  /** Undefined while they are being loaded. */
  filas: readonly T[] | undefined;
  columnas: readonly Columna<T>[];
  vacio: string;
  textos: { nuevo: string; editar: (nombre: string) => string };
  dialogo: (abierto: RegistroAbierto<T>) => ReactNode;
}

/** A screen of records: their table, the button for a new one, and the dialog of the one being edited. */
export function ListaEditable<T extends Registro>(props: Props<T>) {
  const { titulo, nombre, filas, columnas, vacio, textos, dialogo } = props;
  const [abierto, setAbierto] = useState<T | 'nuevo' | null>(null);
  const registro = abierto === 'nuevo' ? null : abierto;
  return (
    <Pagina titulo={titulo}>
      <Tabla
        nombre={nombre}
        filas={filas}
        columnas={columnas}
        clave={({ id }) => id}
        vacio={vacio}
        herramientas={
          <Button colorPalette="campo" onClick={() => setAbierto('nuevo')}>
            <MasIcon /> {textos.nuevo}
          </Button>
        }
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textos.editar(fila.nombre)}
            onClick={() => setAbierto(fila)}
          >
            <LapizIcon />
          </IconButton>
        )}
      />
      {abierto &&
        dialogo({
          registro,
          guardado: registro ? filas?.find(({ id }) => id === registro.id) : undefined,
          cerrar: () => setAbierto(null),
        })}
    </Pagina>
  );
}
