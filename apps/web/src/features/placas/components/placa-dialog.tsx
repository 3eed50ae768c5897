import type { Placa, PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Sheet } from '../../../components/dialog.js';
import { FailureNotice } from '../../../components/form/form-dialog.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { boardAddress } from '../../../entities/addresses.js';
import { texts } from '../textos.js';
import { DeadLetters } from './dead-letters.js';
import { PlacaButtons } from './placa-buttons.js';
import { PlacaFacts } from './placa-facts.js';
import { RenameDialog } from './rename-dialog.js';

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
  const [renaming, setRenaming] = useState(false);
  return (
    <Sheet
      title={t.title(placa.id)}
      width={720}
      onClose={onClose}
      footer={
        <>
          <Flex gap="2" wrap="wrap" me="auto">
            <Button variant="surface" disabled={edit.busy} onClick={() => setRenaming(true)}>
              {texts.rename.accion}
            </Button>
            <PlacaButtons placa={placa} empresa={empresa} edit={edit} onCredential={onCredential} onDeleted={onClose} />
          </Flex>
          <Button variant="outline" asChild>
            <Link to={boardAddress(placa)}>{t.whole}</Link>
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
      {renaming && <RenameDialog placa={placa} onClose={() => setRenaming(false)} />}
    </Sheet>
  );
}
