import { Button, Menu, Portal } from '@chakra-ui/react';
import { menuSlotRecipe } from '@chakra-ui/react/theme';
import { texts } from '../textos.js';

export interface Action {
  text: string;
  act: () => void;
}

/** "…": what is done less often with a row. */
export function RowMenu({ of, actions }: { of: string; actions: readonly Action[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu.Root recipe={menuSlotRecipe} positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button size="sm" variant="ghost" px="2" aria-label={texts.moreOf(of)}>
          …
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content>
            {actions.map(({ text, act }) => (
              <Menu.Item key={text} value={text} onSelect={act}>
                {text}
              </Menu.Item>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  );
}
