import { Button, Flex, IconButton } from '@chakra-ui/react';
import { useState, type Key, type ReactNode } from 'react';
import { LapizIcon, MasIcon } from './icons.js';
import { Pagina } from './page.js';
import type { Columna } from './table/column.js';
import { Tabla } from './table/table.js';

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
  /** Text of the button that goes back. */
  regresar?: string;
  /** What stands above the table: whose records they are, where else to go. */
  sobre?: ReactNode;
  /** Whose records they are: others' start anew, on their first page. */
  de?: Key | null;
  /** What the rows are, in plural: names the search box and the CSV file. */
  nombre: string;
  /** Undefined while they are being loaded. */
  filas: readonly T[] | undefined;
  columnas: readonly Columna<T>[];
  vacio: string;
  textos: { nuevo: string; editar: (nombre: string) => string };
  /** Not while what a new one needs is unknown. */
  creable?: boolean;
  /** A row's further buttons. */
  acciones?: (fila: T) => ReactNode;
  dialogo: (abierto: RegistroAbierto<T>) => ReactNode;
}

/** A screen of records: their table, the button for a new one, and the dialog of the one being edited. */
export function ListaEditable<T extends Registro>(props: Props<T>) {
  const { titulo, regresar, sobre, de, nombre, filas, columnas, vacio, textos } = props;
  const { creable = true, acciones, dialogo } = props;
  const [abierto, setAbierto] = useState<T | 'nuevo' | null>(null);
  const registro = abierto === 'nuevo' ? null : abierto;
  return (
    <Pagina titulo={titulo} {...(regresar && { regresar })}>
      {sobre}
      <Tabla
        de={de}
        nombre={nombre}
        filas={filas}
        columnas={columnas}
        clave={({ id }) => id}
        vacio={vacio}
        herramientas={
          <Button colorPalette="campo" disabled={!creable} onClick={() => setAbierto('nuevo')}>
            <MasIcon /> {textos.nuevo}
          </Button>
        }
        acciones={(fila) => (
          <Flex as="span" display="inline-flex" gap="0.5">
            {acciones?.(fila)}
            <IconButton
              variant="ghost"
              size="sm"
              aria-label={textos.editar(fila.nombre)}
              onClick={() => setAbierto(fila)}
            >
              <LapizIcon />
            </IconButton>
          </Flex>
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
