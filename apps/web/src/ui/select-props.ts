export interface SelectOption {
  readonly value: string;
  readonly label: string;
  /** Language of the label, if it is not that of the page. */
  readonly lang?: string | undefined;
}

export interface SelectProps {
  readonly id: string;
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Name of the value in a form. */
  readonly name?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly isInvalid: boolean;
  /** Id of the element that shows the error. */
  readonly describedBy: string | undefined;
  readonly className: string;
}

export interface MultiSelectProps {
  readonly id: string;
  readonly options: readonly string[];
  readonly values: readonly string[];
  /** Text that is shown while nothing is selected. */
  readonly placeholder: string;
  readonly onChange: (values: readonly string[]) => void;
  readonly className: string;
}
