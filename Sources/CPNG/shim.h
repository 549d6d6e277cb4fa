#pragma once
#include <png.h>
#include "writing.h"
