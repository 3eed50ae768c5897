import type { Placa, PlacaCredencial } from '@acequia/contracts';
import { Box, Button } from '@chakra-ui/react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Sheet } from '../../../components/dialog.js';
import { FailureNotice } from '../../../components/form/form-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { texts } from '../textos.js';
import { DeadLetters } from './dead-letters.js';
import { PlacaButtons } from './placa-buttons.js';
import { PlacaFacts } from './placa-facts.js';

const { detalle: t } = texts;

interface Props {
  placa: Placa;
  empresa: string;
  onCredential: (credential: PlacaCredencial) => void;
  onClose: () => void;
}

/** One board at a glance: its state, its credentials, its dead letters. Its page shows all of it. */
export function PlacaDialog({ placa, empresa, onCredential, onClose }: Props) {
  const edit = useEdit(useForm());
  return (
    <Sheet
      title={t.title(placa.id)}
      width={720}
      onClose={onClose}
      footer={
        <>
          <PlacaButtons placa={placa} empresa={empresa} edit={edit} onCredential={onCredential} onDeleted={onClose} />
          <Button variant="outline" asChild>
            <Link to={`/placas/${placa.id}`}>{t.whole}</Link>
          </Button>
          <Button variant="outline" onClick={onClose}>
            {t.close}
          </Button>
        </>
      }
    >
      {edit.failure && (
        <Box mx="-6">
          <FailureNotice failure={edit.failure} />
        </Box>
      )}
      <Box mb="6">
        <PlacaFacts placa={placa} empresa={empresa} />
      </Box>
      <DeadLetters placaId={placa.placa_id} />
    </Sheet>
  );
}
